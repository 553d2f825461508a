import drawnIcon, { drawn } from './drawn-icon.ts'

// Apart from the others, which the first view loads together.
export { default as VerifiedIcon } from 'lucide-react/icons/badge-check'
export { default as BlockIcon } from 'lucide-react/icons/ban'
export { default as BookmarkIcon } from 'lucide-react/icons/bookmark'
export { default as ChevronDownIcon } from 'lucide-react/icons/chevron-down'
export { default as PreviousIcon } from 'lucide-react/icons/chevron-left'
export { default as NextIcon } from 'lucide-react/icons/chevron-right'
export { default as PaymentIcon } from 'lucide-react/icons/credit-card'
export { default as MoreIcon } from 'lucide-react/icons/ellipsis'
export { default as DocumentIcon } from 'lucide-react/icons/file-text'
export { default as ReportIcon } from 'lucide-react/icons/flag'
export { default as HeartIcon } from 'lucide-react/icons/heart'
export { default as WishesIcon } from 'lucide-react/icons/heart-handshake'
export { default as HistoryIcon } from 'lucide-react/icons/history'
export { default as WaitIcon } from 'lucide-react/icons/hourglass'
export { default as HouseIcon } from 'lucide-react/icons/house'
export { default as IdCardIcon } from 'lucide-react/icons/id-card'
export { default as PictureIcon } from 'lucide-react/icons/image'
export { default as CardsIcon } from 'lucide-react/icons/layout-grid'
export { default as LinkIcon } from 'lucide-react/icons/link'
export { default as MailIcon } from 'lucide-react/icons/mail'
export { default as ChatIcon } from 'lucide-react/icons/message-circle'
export { default as EditIcon } from 'lucide-react/icons/pencil'
export { default as PhoneIcon } from 'lucide-react/icons/phone'
export { default as PlusIcon } from 'lucide-react/icons/plus'
export { default as PrintIcon } from 'lucide-react/icons/printer'
export { default as ShieldIcon } from 'lucide-react/icons/shield'
export { default as NewIcon } from 'lucide-react/icons/sparkles'
export { default as NoteIcon } from 'lucide-react/icons/sticky-note'
export { default as TableIcon } from 'lucide-react/icons/table-2'
export { default as UndoIcon } from 'lucide-react/icons/undo-2'
export { default as PeopleIcon } from 'lucide-react/icons/users'

export const CloseToIcon = drawn(
  'M22 12a10 10 0 1 0-20 0 10 10 0 1 0 20 0M7.5 10c1.5-1.3 3-1.3 4.5 0s3 1.3 4.5 0m-9 4.5c1.5-1.3 3-1.3 4.5 0s3 1.3 4.5 0',
)
export const OutsideIcon = drawn('M22 12a10 10 0 1 0-20 0 10 10 0 1 0 20 0M8 12h8')
export const UnstatedIcon = drawnIcon({
  node: [['circle', { cx: '12', cy: '12', r: '10', strokeDasharray: '4 3.85' }]],
})
