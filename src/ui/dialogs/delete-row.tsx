import { useRef } from 'react'
import { undoSeconds } from '#src/platform/clock.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
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
  onDelete: () => Promise<unknown>
  /** @returns the id under which the row comes back */
  onUndo: () => Promise<string>
}

/** Its toast takes the deletion back. The focus goes to the next row and returns with this one. */
export function DeleteRow<Row extends { id: string }>({ question, ...deletion }: Deletion<Row>) {
  const { row, rows, label, onDelete, onUndo } = deletion
  const t = useMemberTexts()
  const isPressed = useRef(false)
  const removing = useAction(onDelete)
  const restoring = useAction(async () => {
    returning = await onUndo()
  })

  async function remove() {
    // A double click comes before the next render.
    if (isPressed.current) return
    isPressed.current = true
    try {
      await removing.mutateAsync()
      toast.success(t.actions.deleted, {
        duration: undoSeconds * 1000,
        action: { label: t.actions.undo, onClick: () => restoring.mutate() },
      })
      focusNeighbour(rows, row, buttonIdOf)
    } catch {
      isPressed.current = false
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
