export { AdminListPage, emailColumn, listQueries, nameColumn } from './admin-list.tsx'
export { Pane } from './pane.tsx'
