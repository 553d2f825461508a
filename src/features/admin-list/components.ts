export { AdminListPage, emailColumn, listQueries, nameColumn } from './admin-list.tsx'
