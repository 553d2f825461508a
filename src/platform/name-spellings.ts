/** Otherwise Latin: a name is written in one of the two. */
const isBangla = (text: string) => /[\u0980-\u09FF]/.test(text)

interface Named {
  name: string
  nameInOtherScript?: string | null | undefined
}

/** Two spellings of a name are in two scripts; migrations/0009-front-door.sql checks it too. */
export const differInScript = ({ name, nameInOtherScript: other }: Named) =>
  !other || isBangla(name) !== isBangla(other)

/** The name as the page's language writes it, where that spelling is known (REQUIREMENTS W1). `t` is the page's texts. */
export const nameFor = (t: { languageName: string }, { name, nameInOtherScript: other }: Named) =>
  other && isBangla(other) === isBangla(t.languageName) ? other : name
