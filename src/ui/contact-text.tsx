/** An email address, or only a host, that breaks after its @ and its dots where it does not fit, not inside a word. */
export function EmailText({ address }: { address: string }) {
  const end = address.search(/[@.]/) + 1
  if (end === 0) return address
  return (
    <>
      {address.slice(0, end)}
      <wbr />
      <EmailText address={address.slice(end)} />
    </>
  )
}

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
