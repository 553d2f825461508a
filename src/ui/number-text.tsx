import { useSite } from './site.tsx'

/** A text in which no number of a biodata breaks at its hyphen: nik-35. */
export function NumberText({ text }: { text: string }) {
  const { idPrefix } = useSite().brand
  const [before, ...after] = text.split(idPrefix)
  return (
    <>
      {before}
      {after.map((part, place) => {
        const [digits = ''] = part.match(/^\d*/)!
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
          <span key={place}>
            <span className="whitespace-nowrap">
              {idPrefix}
              {digits}
            </span>
            {part.slice(digits.length)}
          </span>
        )
      })}
    </>
  )
}
