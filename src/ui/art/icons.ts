import { drawn } from './drawn-icon.ts'

/* The main file makes the development server read 1,600 icons. The build puts drawn-icon.ts in the library's place. */
export { default as ArrowLeftIcon } from 'lucide-react/icons/arrow-left'
export { default as ArrowRightIcon } from 'lucide-react/icons/arrow-right'
export { default as BellIcon } from 'lucide-react/icons/bell'
export { default as CheckIcon } from 'lucide-react/icons/check'
export { default as SortIcon } from 'lucide-react/icons/chevrons-up-down'
export { default as AlertIcon } from 'lucide-react/icons/circle-alert'
export { default as DownloadIcon } from 'lucide-react/icons/download'
export { default as HideIcon } from 'lucide-react/icons/eye-off'
export { default as BusyIcon } from 'lucide-react/icons/loader-circle'
export { default as LockIcon } from 'lucide-react/icons/lock'
export { default as MenuIcon } from 'lucide-react/icons/menu'
export { default as SortDownIcon } from 'lucide-react/icons/move-down'
export { default as SortUpIcon } from 'lucide-react/icons/move-up'
export { default as SearchIcon } from 'lucide-react/icons/search'
export { default as FiltersIcon } from 'lucide-react/icons/sliders-horizontal'
export { default as DeleteIcon } from 'lucide-react/icons/trash-2'
export { default as PersonIcon } from 'lucide-react/icons/user'
export { default as CloseIcon } from 'lucide-react/icons/x'
export type { Icon } from './drawn-icon.ts'

export const DoneIcon = drawn('M22 12a10 10 0 1 0-20 0 10 10 0 1 0 20 0m-6-3-5.5 5.5L8 12')
export const RingsIcon = drawn(
  'M3.5 14a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0m6 0a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0M7 5l2-2 2 2-2 2.5z',
)
export const OfflineIcon = drawn(
  'M3 3l18 18M4.5 12a11 11 0 0 1 5-2.8m5 0a11 11 0 0 1 5 2.8M8.5 16a5 5 0 0 1 7 0M12 19.5h0',
)
// On every premium card.
export const StarIcon = drawn('m12 3 2.7 5.6 6.1.8-4.4 4.3 1.1 6.1-5.5-2.9-5.5 2.9 1.1-6.1-4.4-4.3 6.1-.8z')
export const MoonIcon = drawn('M21 13A9 9 0 1 1 11 3a6 6 0 0 0 10 10z')
export const ShowIcon = drawn('M2 12a11 11 0 0 1 20 0 11 11 0 0 1-20 0m7 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0')
export const PauseIcon = drawn('M8.5 5v14m7-14v14')
export const UnknownIcon = drawn('M8 8a4 4 0 1 1 6 3.5c-1.3.8-2 1.5-2 3M12 19h0')
export const BrokenIcon = drawn('M4 4h16v6.5H4zm0 9.5h16V20H4zM7.5 7.2h0m0 9.6h0M14 15l3.5 3.5m0-3.5L14 18.5')
export const RefundIcon = drawn('M3 12a9 9 0 1 0 2.6-6.4L3 8m0-5v5h5')
export const ScalesIcon = drawn('M12 3v18m-5 0h10M5 6h14M6 6l-3.5 8h7zm12 0-3.5 8h7z')
