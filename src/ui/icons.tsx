import type { ComponentType } from 'react'

export type Icon = ComponentType<{ className?: string }>

/* One import per icon: the package's main file makes the development server read all of its 1,600 icons. */
export { default as ArrowLeftIcon } from 'lucide-react/icons/arrow-left'
export { default as ArrowRightIcon } from 'lucide-react/icons/arrow-right'
export { default as VerifiedIcon } from 'lucide-react/icons/badge-check'
export { default as CheckIcon } from 'lucide-react/icons/check'
export { default as SortIcon } from 'lucide-react/icons/chevrons-up-down'
export { default as AlertIcon } from 'lucide-react/icons/circle-alert'
export { default as DoneIcon } from 'lucide-react/icons/circle-check'
export { default as DownloadIcon } from 'lucide-react/icons/download'
export { default as ShowIcon } from 'lucide-react/icons/eye'
export { default as HideIcon } from 'lucide-react/icons/eye-off'
export { default as DocumentIcon } from 'lucide-react/icons/file-text'
export { default as HeartIcon } from 'lucide-react/icons/heart'
export { default as HouseIcon } from 'lucide-react/icons/house'
export { default as PictureIcon } from 'lucide-react/icons/image'
export { default as LinkIcon } from 'lucide-react/icons/link'
export { default as BusyIcon } from 'lucide-react/icons/loader-circle'
export { default as LockIcon } from 'lucide-react/icons/lock'
export { default as MailIcon } from 'lucide-react/icons/mail'
export { default as MenuIcon } from 'lucide-react/icons/menu'
export { default as MoonIcon } from 'lucide-react/icons/moon'
export { default as SortDownIcon } from 'lucide-react/icons/move-down'
export { default as SortUpIcon } from 'lucide-react/icons/move-up'
export { default as EditIcon } from 'lucide-react/icons/pencil'
export { default as PhoneIcon } from 'lucide-react/icons/phone'
export { default as PrintIcon } from 'lucide-react/icons/printer'
export { default as SearchIcon } from 'lucide-react/icons/search'
export { default as FiltersIcon } from 'lucide-react/icons/sliders-horizontal'
export { default as StarIcon } from 'lucide-react/icons/star'
export { default as SunIcon } from 'lucide-react/icons/sun'
export { default as DeleteIcon } from 'lucide-react/icons/trash-2'
export { default as PersonIcon } from 'lucide-react/icons/user'
export { default as OfflineIcon } from 'lucide-react/icons/wifi-off'
export { default as CloseIcon } from 'lucide-react/icons/x'

/** Two rings with a stone; lucide has none. */
export function RingsIcon({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`lucide ${className ?? ''}`}
    >
      <circle cx="9" cy="14" r="5.5" />
      <circle cx="15" cy="14" r="5.5" />
      <path d="m7 5 2-2 2 2-2 2.5z" />
    </svg>
  )
}
