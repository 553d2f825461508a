import { type ComponentProps, type ComponentType, createContext, type ReactNode, use, useId, useState } from 'react'
import { useTexts } from '#src/texts/texts.tsx'
import { HideIcon, ShowIcon } from '#src/ui/art/icons.ts'
import { IconButton } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'

interface FieldTexts {
  label: string
  hint?: ReactNode
  error?: string
  className?: string
}
export type Option = { value: string; label: string }
type OptionGroup = { label: string; options: readonly Option[] }

/** What a control says of the hint and the error beside it. */
const Described = createContext<{ 'aria-describedby'?: string; 'aria-invalid'?: true }>({})

function useField({ id, hint, error, className }: Omit<FieldTexts, 'label'> & { id?: string }) {
  const ownId = useId()
  const base = id ?? ownId
  const hintId = hint ? `${base}-hint` : undefined
  const errorId = error ? `${base}-error` : undefined
  const described = {
    'aria-describedby': classNames(hintId, errorId) || undefined,
    'aria-invalid': error ? (true as const) : undefined,
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
  return { base, described, notes, className: classNames('field', error && 'field-bad', className) }
}

type FieldProps = FieldTexts & { id?: string; children: (id: string) => ReactNode }

export function Field({ label, children, ...texts }: FieldProps) {
  const { base, described, notes, className } = useField(texts)
  return (
    <div className={className}>
      <label htmlFor={base}>{label}</label>
      {notes}
      <Described value={described}>{children(base)}</Described>
    </div>
  )
}

/** Several controls under one legend. Give the first control the id that an error summary should lead to. */
export function FieldGroup({ label, children, ...texts }: FieldTexts & { children: ReactNode }) {
  const { described, notes, className } = useField(texts)
  return (
    <fieldset className={className} aria-describedby={described['aria-describedby']}>
      <legend>{label}</legend>
      {notes}
      <Described value={described}>{children}</Described>
    </fieldset>
  )
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...use(Described)} {...rest} className={classNames('input', className)} />
}

function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...use(Described)} {...rest} className={classNames('input', className)} />
}

function PasswordInput(rest: ComponentProps<'input'>) {
  const t = useTexts()
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <Input {...rest} type={shown ? 'text' : 'password'} className="password-input" />
      <IconButton
        label={shown ? t.accounts.hidePassword : t.accounts.showPassword}
        className="password-shown"
        onClick={() => setShown(!shown)}
      >
        {shown ? <HideIcon /> : <ShowIcon />}
      </IconButton>
    </div>
  )
}

const toOption = ({ value, label }: Option) => (
  <option key={value} value={value}>
    {label}
  </option>
)

type SelectProps = ComponentProps<'select'> & { options: readonly (Option | OptionGroup)[]; placeholder?: string }

/** A bare native select; `placeholder` is the text of the empty value. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <select {...use(Described)} {...rest} className={classNames('input', className)}>
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

function inField<Props extends { id?: string }>(Control: ComponentType<Props>) {
  return ({ label, hint, error, className, id, ...rest }: Omit<Props, keyof FieldTexts> & FieldTexts) => (
    <Field {...{ label, hint, error, className, id }}>
      {(controlId) => <Control {...(rest as unknown as Props)} id={controlId} />}
    </Field>
  )
}
export const TextField = inField(Input)
export const TextAreaField = inField(TextArea)
export const PasswordField = inField(PasswordInput)
export const SelectField = inField(Select)

interface Choice extends Omit<ComponentProps<'input'>, keyof FieldTexts>, FieldTexts {
  name: string
  options: readonly Option[]
  /** One below the other; otherwise side by side. */
  isList?: boolean
}

export function SegmentedField({ label, hint, error, className, id, options, isList, ...rest }: Choice) {
  const { value, defaultValue, ...radio } = rest
  return (
    <FieldGroup {...{ label, hint, error, className }}>
      <div className={isList ? 'grid' : 'segments'}>
        {options.map((option, place) => (
          <label key={option.value} className={isList ? 'check' : undefined}>
            <input
              type="radio"
              id={place === 0 ? id : undefined}
              value={option.value}
              {...(value !== undefined && { checked: value === option.value })}
              {...(defaultValue !== undefined && { defaultChecked: defaultValue === option.value })}
              {...radio}
            />
            {isList ? <span>{option.label}</span> : option.label}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

type CheckProps = ComponentProps<'input'> & { label: string; isLabelHidden?: boolean }

export function CheckField({ label, isLabelHidden, className, ...rest }: CheckProps) {
  return (
    <label className={classNames('check', className)}>
      <input type="checkbox" {...rest} />
      <span className={isLabelHidden ? 'sr-only' : undefined}>{label}</span>
    </label>
  )
}

type PairProps = FieldTexts & { between?: string; children: [ReactNode, ReactNode] }

/** Two controls side by side, such as feet and inches or a range; they need an aria-label each. */
export function PairField({ between, children, ...texts }: PairProps) {
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

interface DateProps extends FieldTexts {
  /** Also the name. */
  id: string
  labels: DateParts
  defaultValue: DateParts
}

/** A birth date as typed, sent as `id-day` and so on; day has `id`. No calendar: GOV.UK design system, "Dates". */
export function DateField({ id, labels, defaultValue, ...texts }: DateProps) {
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
                name={`${id}-${part}`}
                inputMode={part === 'month' ? undefined : 'numeric'}
                autoComplete={`bday-${part}`}
                defaultValue={defaultValue[part]}
              />
            </div>
          )
        })}
      </div>
    </FieldGroup>
  )
}
