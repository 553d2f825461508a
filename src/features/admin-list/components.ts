export { AdminListPage, emailColumn, listQueries, ShortDay } from './admin-list.tsx'
export { MoreRows, type PagedList, PagedTable, rowsOf } from './paged-table.tsx'
