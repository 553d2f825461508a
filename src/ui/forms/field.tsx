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

const Described = createContext<Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>>({})

interface FieldProps extends FieldTexts {
  id?: string
  /** Several controls under one legend. Give the first control the id that an error summary should lead to. */
  isGroup?: boolean
  children: ReactNode
}

export function Field({ label, hint, error, className, id, isGroup, children }: FieldProps) {
  const ownId = useId()
  const base = id ?? ownId
  const hintId = hint ? `${base}-hint` : undefined
  const errorId = error ? `${base}-error` : undefined
  const describedBy = classNames(hintId, errorId) || undefined
  const Box = isGroup ? 'fieldset' : 'div'
  return (
    <Box
      className={classNames('field', error && 'field-bad', className)}
      aria-describedby={isGroup ? describedBy : undefined}
    >
      {isGroup ? <legend>{label}</legend> : <label htmlFor={base}>{label}</label>}
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
      <Described
        value={{
          id: isGroup ? undefined : base,
          'aria-describedby': describedBy,
          'aria-invalid': error ? true : undefined,
        }}
      >
        {children}
      </Described>
    </Box>
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

/** Its name is its id, unless it has another. */
function inField<Props extends { id?: string; name?: string }>(Control: ComponentType<Props>) {
  return ({ label, hint, error, className, id, ...rest }: Omit<Props, keyof FieldTexts> & FieldTexts) => {
    const control = rest as unknown as Props
    return (
      <Field {...{ label, hint, error, className }} id={id ?? control.name}>
        <Control {...control} />
      </Field>
    )
  }
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
    <Field isGroup {...{ label, hint, error, className }}>
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
    </Field>
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
