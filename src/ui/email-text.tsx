/** An email address that breaks after its @ when it does not fit, not in the middle of a word. */
export function EmailText({ address }: { address: string }) {
  const [name, host] = address.split('@')
  return (
    <>
      {name}@<wbr />
      {host}
    </>
  )
}
