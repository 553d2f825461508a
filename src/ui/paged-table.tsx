import type { ComponentProps } from 'react'
import { useTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { DataTable } from '#src/ui/data-table.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'

export interface PagedList<Row> {
  data: { pages: { items: Row[] }[] }
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

export const rowsOf = <Row,>(list: Pick<PagedList<Row>, 'data'>) => list.data.pages.flatMap((page) => page.items)

export function MoreRows({ list }: { list: Omit<PagedList<unknown>, 'data'> }) {
  const t = useTexts()
  return (
    <div className="mt-6 grid justify-items-center gap-3 empty-hidden">
      {list.isFetchNextPageError && <Notice tone="danger">{t.errors.unreachable}</Notice>}
      {list.hasNextPage && (
        <Button look="secondary" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {t.common.showMore}
        </Button>
      )}
    </div>
  )
}

const parts = 'a, button, input, label, summary'

/** A press anywhere in a row is one on its link that `data-opens-row` marks, unless something else was pressed or marked. */
function openRowsOnPress(table: HTMLTableElement) {
  const press = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest(parts) || getSelection()?.isCollapsed === false) return
    target.closest('tr')?.querySelector<HTMLElement>('[data-opens-row]')?.click()
  }
  table.addEventListener('click', press)
  return () => table.removeEventListener('click', press)
}

type Table<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'rows' | 'rowKey'> & { list: PagedList<Row> }

export function PagedTable<Row extends { id: string }>({ list, ...table }: Table<Row>) {
  return (
    <>
      <DataTable {...table} ref={openRowsOnPress} rows={rowsOf(list)} rowKey={(row) => row.id} />
      <MoreRows list={list} />
    </>
  )
}
