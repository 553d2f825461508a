export {
  contactAllowance,
  hasSeenByRequest,
  listViewers,
  lockViewer,
  recordFile,
  recordShowing,
} from './queries.server.ts'
