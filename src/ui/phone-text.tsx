/** A phone number, E.164, in the groups people read: +880 1712-345678. One of another country stays as it is. */
export function PhoneText({ number }: { number: string }) {
  const [, operator, rest] = number.match(/^\+880(\d{4})(\d{6})$/) ?? []
  if (!operator) return number
  return (
    <>
      +880 {operator}-<wbr />
      {rest}
    </>
  )
}
