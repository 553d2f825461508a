import type { ComponentProps } from 'react'
import { Link, type LinkProps } from '#src/platform/navigation/routing.tsx'
import { BusyIcon } from '#src/ui/art/icons.ts'
import { classNames } from './class-names.ts'

type Look = { look?: 'primary' | 'secondary' | 'quiet' | 'gold' | 'danger'; small?: boolean }

const buttonClass = ({ look = 'primary', small, className }: Look & { className?: string }) =>
  classNames('btn', `btn-${look}`, small && 'btn-small', className)

type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean }

/** `busy` keeps the focus and ignores presses; `disabled` would drop it and tell a screen reader nothing. */
export function Button({ look, small, busy = false, className, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ look, small, className })}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <BusyIcon />}
      {children}
    </button>
  )
}

export function ButtonLink({ look, small, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={buttonClass({ look, small, className })} />
}

export function IconButton({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button type="button" aria-label={label} title={label} {...rest} className={classNames('icon-btn', className)} />
  )
}
