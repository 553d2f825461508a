import type { ComponentProps, ReactNode } from 'react'
import { FieldGroup, type Option } from './field.tsx'

export function RadioField({
  label,
  error,
  id,
  options,
  ...rest
}: Omit<ComponentProps<'input'>, 'id'> & {
  label: ReactNode & string
  error?: string | undefined
  id: string
  name: string
  options: readonly Option[]
}) {
  return (
    <FieldGroup label={label} {...(error && { error })}>
      <div className="grid">
        {options.map((option, place) => (
          <label key={option.value} className="check">
            <input type="radio" id={place === 0 ? id : undefined} value={option.value} {...rest} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
