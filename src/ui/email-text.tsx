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
