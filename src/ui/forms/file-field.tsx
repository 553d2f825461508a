import type { DragEvent } from 'react'
import { DocumentIcon } from '#src/ui/art/member-icons.ts'

const endings = ['.csv', '.xlsx', '.tsv', '.txt']
export const isSheet = ({ name }: File) => endings.some((ending) => name.toLowerCase().endsWith(ending))

interface FileProps {
  label: string
  hint: string
  take: (file: File | undefined) => unknown
}

/** For one spreadsheet. The whole field takes a press and a dropped file. */
export function FileField({ label, hint, take }: FileProps) {
  function takeFrom(field: HTMLInputElement) {
    void take(field.files?.[0])
    field.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }
  return (
    <label className="section file-field" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <DocumentIcon />
      <strong>{label}</strong>
      <span className="field-hint">{hint}</span>
      <input
        // Somebody on a slow line may have chosen before the page was alive.
        ref={(field) => {
          if (field?.files?.length) takeFrom(field)
        }}
        type="file"
        className="sr-only"
        accept={endings.join()}
        onChange={(event) => takeFrom(event.target)}
      />
    </label>
  )
}
