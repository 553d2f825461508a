// Apart from the others, which the first view loads together.
export { default as BlockIcon } from 'lucide-react/icons/ban'
export { default as PaymentIcon } from 'lucide-react/icons/credit-card'
export { default as MoreIcon } from 'lucide-react/icons/ellipsis'
export { default as ReportIcon } from 'lucide-react/icons/flag'
export { default as ShieldIcon } from 'lucide-react/icons/shield'
export { default as UndoIcon } from 'lucide-react/icons/undo-2'
