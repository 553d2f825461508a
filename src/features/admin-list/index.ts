export {
  adminList,
  bulkAction,
  type ListQuery,
  lastApprovalEndpoint,
  longestReason,
  mostAtOnce,
  type Outcome,
  outcomes,
  reasonedAction,
  reasonedBulkAction,
  rowAction,
  undoAction,
} from './lists.ts'
