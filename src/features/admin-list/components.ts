export { AdminListPage, emailColumn, listQueries, nameColumn, ShortDay } from './admin-list.tsx'
export { MoreRows, type PagedList, PagedTable, rowsOf } from './paged-table.tsx'
