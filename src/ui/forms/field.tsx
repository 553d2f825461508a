import { type ComponentProps, createContext, type ReactNode, use, useId, useState } from 'react'
import { useTexts } from '#src/texts/texts.tsx'
import { HideIcon, ShowIcon } from '#src/ui/art/icons.ts'
import { IconButton } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'

type FieldTexts = { label: string; hint?: ReactNode; error?: string }
export type Option = { value: string; label: string }
type OptionGroup = { label: string; options: readonly Option[] }

const Described = createContext<{ describedBy?: string; invalid?: true }>({})

function useField({ id, hint, error }: { id?: string; hint?: ReactNode; error?: string }) {
  const ownId = useId()
  const base = id ?? ownId
  const hintId = hint ? `${base}-hint` : undefined
  const errorId = error ? `${base}-error` : undefined
  const described = {
    describedBy: classNames(hintId, errorId) || undefined,
    invalid: error ? (true as const) : undefined,
  }
  const notes = (
    <>
      {hint && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
    </>
  )
  return { base, described, notes }
}

export function Field({
  label,
  hint,
  error,
  id,
  className,
  children,
}: FieldTexts & { id?: string; className?: string; children: (id: string) => ReactNode }) {
  const { base, described, notes } = useField({ id, hint, error })
  return (
    <div className={classNames('field', error && 'field-bad', className)}>
      <label htmlFor={base}>{label}</label>
      {notes}
      <Described value={described}>{children(base)}</Described>
    </div>
  )
}

/** Several controls under one legend. Give the first control the id that an error summary should lead to. */
export function FieldGroup({
  label,
  hint,
  error,
  className,
  children,
}: FieldTexts & { className?: string; children: ReactNode }) {
  const { described, notes } = useField({ hint, error })
  return (
    <fieldset className={classNames('field', error && 'field-bad', className)} aria-describedby={described.describedBy}>
      <legend>{label}</legend>
      {notes}
      <Described value={described}>{children}</Described>
    </fieldset>
  )
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  const { describedBy, invalid } = use(Described)
  return (
    <input aria-describedby={describedBy} aria-invalid={invalid} {...rest} className={classNames('input', className)} />
  )
}

function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  const { describedBy, invalid } = use(Described)
  return (
    <textarea
      aria-describedby={describedBy}
      aria-invalid={invalid}
      {...rest}
      className={classNames('input', className)}
    />
  )
}

const toOption = ({ value, label }: Option) => (
  <option key={value} value={value}>
    {label}
  </option>
)

/** A bare native select; `placeholder` is the text of the empty value. */
export function Select({
  options,
  placeholder,
  className,
  ...rest
}: ComponentProps<'select'> & { options: readonly (Option | OptionGroup)[]; placeholder?: string }) {
  const { describedBy, invalid } = use(Described)
  return (
    <select aria-describedby={describedBy} aria-invalid={invalid} {...rest} className={classNames('input', className)}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) =>
        'options' in option ? (
          <optgroup key={option.label} label={option.label}>
            {option.options.map(toOption)}
          </optgroup>
        ) : (
          toOption(option)
        ),
      )}
    </select>
  )
}

export function TextField({ label, hint, error, id, className, ...rest }: ComponentProps<'input'> & FieldTexts) {
  return <Field {...{ label, hint, error, id, className }}>{(controlId) => <Input id={controlId} {...rest} />}</Field>
}

export function TextAreaField({ label, hint, error, id, className, ...rest }: ComponentProps<'textarea'> & FieldTexts) {
  return (
    <Field {...{ label, hint, error, id, className }}>{(controlId) => <TextArea id={controlId} {...rest} />}</Field>
  )
}

export function PasswordField({ label, hint, error, id, className, ...rest }: ComponentProps<'input'> & FieldTexts) {
  const t = useTexts()
  const [shown, setShown] = useState(false)
  return (
    <Field {...{ label, hint, error, id, className }}>
      {(controlId) => (
        <div className="relative">
          <Input id={controlId} {...rest} type={shown ? 'text' : 'password'} className="password-input" />
          <IconButton
            label={shown ? t.accounts.hidePassword : t.accounts.showPassword}
            className="password-shown"
            onClick={() => setShown(!shown)}
          >
            {shown ? <HideIcon /> : <ShowIcon />}
          </IconButton>
        </div>
      )}
    </Field>
  )
}

export function SelectField({
  label,
  hint,
  error,
  id,
  className,
  ...rest
}: ComponentProps<typeof Select> & FieldTexts) {
  return <Field {...{ label, hint, error, id, className }}>{(controlId) => <Select id={controlId} {...rest} />}</Field>
}

export function SegmentedField({
  label,
  hint,
  error,
  id,
  className,
  options,
  value,
  defaultValue,
  ...rest
}: ComponentProps<'input'> & FieldTexts & { name: string; options: readonly Option[] }) {
  return (
    <FieldGroup {...{ label, hint, error, className }}>
      <div className="segments">
        {options.map((option, place) => (
          <label key={option.value}>
            <input
              type="radio"
              id={place === 0 ? id : undefined}
              value={option.value}
              {...(value !== undefined && { checked: value === option.value })}
              {...(defaultValue !== undefined && { defaultChecked: defaultValue === option.value })}
              {...rest}
            />
            {option.label}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

export function CheckField({
  label,
  isLabelHidden,
  className,
  ...rest
}: ComponentProps<'input'> & { label: string; isLabelHidden?: boolean }) {
  return (
    <label className={classNames('check', className)}>
      <input type="checkbox" {...rest} />
      <span className={isLabelHidden ? 'sr-only' : undefined}>{label}</span>
    </label>
  )
}

/** Two controls side by side, such as feet and inches or a range; they need an aria-label each. */
export function PairField({
  between,
  children,
  ...texts
}: FieldTexts & { className?: string; between?: string; children: [ReactNode, ReactNode] }) {
  return (
    <FieldGroup {...texts}>
      <div className="pair">
        {children[0]}
        {between && <span aria-hidden="true">{between}</span>}
        {children[1]}
      </div>
    </FieldGroup>
  )
}

export type DateParts = { day: string; month: string; year: string }

/** Texts as typed, sent as `name-day` and so on; day has `id`. No calendar: GOV.UK design system, "Dates". */
export function DateField({
  id,
  name,
  labels,
  defaultValue,
  autoComplete,
  ...texts
}: FieldTexts & {
  id: string
  name: string
  labels: DateParts
  defaultValue: DateParts
  autoComplete?: 'bday'
  className?: string
}) {
  return (
    <FieldGroup {...texts}>
      <div className="flex flex-wrap gap-2.5">
        {(['day', 'month', 'year'] as const).map((part) => {
          const partId = part === 'day' ? id : `${id}-${part}`
          return (
            <div key={part} className={classNames('field', part === 'year' ? 'year-field' : 'day-field')}>
              <label htmlFor={partId}>{labels[part]}</label>
              <Input
                id={partId}
                name={`${name}-${part}`}
                inputMode={part === 'month' ? undefined : 'numeric'}
                autoComplete={autoComplete && `${autoComplete}-${part}`}
                defaultValue={defaultValue[part]}
              />
            </div>
          )
        })}
      </div>
    </FieldGroup>
  )
}
