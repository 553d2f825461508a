export { AdminListPage, emailColumn, listQueries, nameColumn, ShortDay } from './admin-list.tsx'
export { MoreRows, PagedTable, rowsOf } from './paged-table.tsx'
