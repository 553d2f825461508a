import type { ReactNode, Ref } from 'react'
import { Link, type LinkProps } from '#src/platform/navigation/routing.tsx'
import { SortDownIcon, SortIcon, SortUpIcon } from '#src/ui/art/icons.ts'

export type Column<Row> = {
  /** What the list can be sorted by, where that is what the column shows. */
  key?: string
  /** No other column has it. */
  label: string
  /** The heading is told, not shown: the cells need no more room than what is in them. */
  isLabelHidden?: boolean
  /** `place` counts from 0. */
  cell: (row: Row, place: number) => ReactNode
  sort?: { order: 'ascending' | 'descending' | 'none'; onSort: () => void }
  /** Its place in a row's card. Without it: on a line of its own, beside its label. */
  inCard?: 'choice' | 'title' | 'end' | 'fact' | 'button'
  className?: string
}

/** A name or number in a row that leads to its biodata. Pressing just above or below it counts. */
export function RowLink(link: LinkProps) {
  return <Link {...link} className="cell-link" />
}

const sortIcons = { ascending: SortUpIcon, descending: SortDownIcon, none: SortIcon }

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Stands below a row, if there is anything; in its card above what has a line of its own. */
  below?: (row: Row) => ReactNode
  ref?: Ref<HTMLTableElement>
}

/** The first column but the choice names the row. Without room for columns, rows become cards and sorting goes. */
export function DataTable<Row>({ caption, columns, rows, rowKey, below, ref }: TableProps<Row>) {
  const cells = (row: Row, place: number) =>
    columns.map(({ label, cell, inCard, className }) =>
      label === header?.label ? (
        <th key={label} scope="row" data-label={label} data-in-card={inCard} className={className}>
          <div>{cell(row, place)}</div>
        </th>
      ) : (
        <td key={label} data-label={label} data-in-card={inCard} className={className}>
          {cell(row, place)}
        </td>
      ),
    )
  const header = columns.find(({ inCard }) => inCard !== 'choice')
  return (
    <table ref={ref} className="data-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, isLabelHidden, sort }) => {
            const SortedIcon = sort && sortIcons[sort.order]
            return (
              <th key={label} scope="col" aria-sort={sort?.order}>
                {SortedIcon ? (
                  <button type="button" onClick={sort.onSort}>
                    {label}
                    <SortedIcon />
                  </button>
                ) : (
                  <span className={isLabelHidden ? 'sr-only' : undefined}>{label}</span>
                )}
              </th>
            )
          })}
        </tr>
      </thead>
      {below ? (
        rows.map((row, place) => {
          const under = below(row)
          return (
            <tbody key={rowKey(row)} className="row-group">
              <tr>{cells(row, place)}</tr>
              {under && (
                <tr className="row-below">
                  <td colSpan={columns.length}>{under}</td>
                </tr>
              )}
            </tbody>
          )
        })
      ) : (
        <tbody>
          {rows.map((row, place) => (
            <tr key={rowKey(row)}>{cells(row, place)}</tr>
          ))}
        </tbody>
      )}
    </table>
  )
}
