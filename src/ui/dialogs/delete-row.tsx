import { useRef } from 'react'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { DeleteIcon } from '#src/ui/art/icons.ts'
import { IconButton } from '#src/ui/button.tsx'
import { focusNeighbour } from '#src/ui/focus.ts'
import { useQuestion } from './dialog.tsx'
import { toast } from './toast.tsx'

const buttonIdOf = ({ id }: { id: string }) => `delete-${id}`

let returning: string | undefined

interface Deletion<Row> {
  row: Row
  rows: readonly Row[]
  label: string
  question?: { title: string; text: string }
  done: string
  onDelete: () => Promise<unknown>
  /** @returns the id under which the row comes back */
  onUndo: () => Promise<string>
}

/** Its toast takes the deletion back. The focus goes to the next row and returns with this one. */
export function DeleteRow<Row extends { id: string }>({ question, ...deletion }: Deletion<Row>) {
  const { row, rows, label, done, onDelete, onUndo } = deletion
  const t = useMemberTexts()
  const isPressed = useRef(false)

  async function undo() {
    try {
      returning = await onUndo()
    } catch (error) {
      toast.failed(t, error)
    }
  }

  async function remove() {
    // A double click comes before the next render.
    if (isPressed.current) return
    isPressed.current = true
    try {
      await onDelete()
      toast.success(done, { action: { label: t.actions.undo, onClick: undo } })
      focusNeighbour(rows, row, buttonIdOf)
    } catch (error) {
      isPressed.current = false
      toast.failed(t, error)
    }
  }
  const asked = question && { ...question, confirmLabel: t.actions.delete, danger: true }
  const { press, dialog } = useQuestion(asked, remove)
  return (
    <>
      <IconButton
        id={buttonIdOf(row)}
        ref={(button) => {
          if (button && returning === row.id) {
            returning = undefined
            button.focus()
          }
        }}
        label={label}
        onClick={press}
      >
        <DeleteIcon />
      </IconButton>
      {dialog}
    </>
  )
}
