export { AdminListPage, emailColumn, listQueries, nameColumn } from './admin-list.tsx'
export { MoreRows, PagedTable, rowsOf } from './paged-table.tsx'
