import {
  allOptionsOf,
  type FieldName,
  fields,
  groupedOptionsOf,
  heightParts,
  type InputName,
  labelsOf,
  weights,
} from '#src/features/biodata/index.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import {
  DateField,
  PairField,
  SegmentedField,
  Select,
  SelectField,
  TextAreaField,
  TextField,
} from '#src/ui/forms/field.tsx'
import type { TypedForm } from './typed-form.ts'

const numbers = ({ least, most }: { least: number; most: number }, label: (n: number) => string) =>
  Array.from({ length: most - least + 1 }, (_, place) => ({ value: `${least + place}`, label: label(least + place) }))

interface FormFieldProps {
  name: FieldName
  typed: Pick<TypedForm, InputName>
  errors: { [Name in InputName]?: string | undefined }
}

export function FormField({ name, typed, errors }: FormFieldProps) {
  const t = useMemberTexts()
  const field = fields[name]
  // Not on the card, and yet visitors learn it by looking for it.
  const isSearched = field.kind === 'choice' && field.inFilter && !field.onCard
  const hints: Partial<Record<FieldName, string>> = t.biodata.hints
  const texts = {
    label: labelsOf(t)[name],
    hint: hints[name] ?? (field.isOptional && (isSearched ? t.biodata.searched : t.biodata.notRequired)),
    className: field.isWide && 'edit-wide',
  }

  if (field.kind === 'height') {
    const part = (which: 'feet' | 'inch') => {
      const input = field[which] as InputName
      return (
        <Select
          id={input}
          name={input}
          defaultValue={String(typed[input])}
          aria-label={t.biodata[which]}
          placeholder={t.biodata[which]}
          options={numbers(heightParts[which], t.options[which])}
        />
      )
    }
    return (
      <PairField {...texts} error={errors[field.feet as InputName] ?? errors[field.inch as InputName]}>
        {part('feet')}
        {part('inch')}
      </PairField>
    )
  }

  const input = name as InputName
  const common = { ...texts, id: name, error: errors[input] }
  const begun = typed[input]
  if (typeof begun !== 'string') return <DateField {...common} labels={t.biodata} defaultValue={begun} />
  const given = { ...common, name, defaultValue: begun }
  const choose = t.biodata.choose
  switch (field.kind) {
    case 'choice':
      if (field.isOpen) return <SegmentedField {...given} options={allOptionsOf(t, field.of)} />
      return <SelectField {...given} placeholder={choose} options={groupedOptionsOf(t, field.of)} />
    case 'weight': {
      const options = weights.map((kg) => ({ value: `${kg}kg`, label: t.biodata.kg(kg) }))
      return <SelectField {...given} placeholder={choose} options={options} />
    }
    case 'prose':
      return <TextAreaField {...given} rows={5} />
    case 'number':
      return <TextField {...given} inputMode="numeric" />
    case 'phone':
      return <TextField {...given} type="tel" autoComplete="tel" />
    case 'link':
      return <TextField {...given} type="url" inputMode="url" />
    default:
      return <TextField {...given} autoComplete={field.kind === 'line' ? field.autoComplete : undefined} />
  }
}
