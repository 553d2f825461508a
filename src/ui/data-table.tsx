import type { ReactNode } from 'react'
import { SortDownIcon, SortIcon, SortUpIcon } from './icons.tsx'

export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** The cell that names its row for a screen reader. */
  rowHeader?: boolean
  /** Present on a column that can be sorted; `onSort` is called by its heading. */
  sort?: { order: 'ascending' | 'descending' | 'none'; onSort: () => void }
  className?: string
}

const sortIcons = { ascending: SortUpIcon, descending: SortDownIcon, none: SortIcon }

/** A table; on a phone every row becomes a card of labels and values and the headings go away, sorting with them. */
export function DataTable<Row>({
  caption,
  captionHidden = false,
  columns,
  rows,
  rowKey,
}: {
  caption: string
  captionHidden?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}) {
  return (
    <table className="data-table">
      <caption className={captionHidden ? 'sr-only' : undefined}>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, label, sort }) => {
            const SortedIcon = sort && sortIcons[sort.order]
            return (
              <th key={key} scope="col" aria-sort={sort?.order}>
                {SortedIcon ? (
                  <button type="button" onClick={sort.onSort}>
                    {label}
                    <SortedIcon />
                  </button>
                ) : (
                  label
                )}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ key, label, cell, rowHeader, className }) =>
              rowHeader ? (
                <th key={key} scope="row" data-label={label} className={className}>
                  {cell(row)}
                </th>
              ) : (
                <td key={key} data-label={label} className={className}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
