export { AdminListPage, emailColumn, listQueries, ShortDay } from './admin-list.tsx'
export { MoreRows, PagedTable, rowsOf } from './paged-table.tsx'
