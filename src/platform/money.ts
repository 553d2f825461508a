/** How many minor units make one: 100 cents a dollar, 1 yen a yen. `currency` is an ISO 4217 code. */
export const minorUnits = (currency: string) =>
  10 ** (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2)

/** An amount of minor units as it is said on the wire: in whole ones, with the code in capitals. */
export const priceOf = ({ amount, currency }: { amount: number; currency: string }) => ({
  price: amount / minorUnits(currency),
  currency: currency.toUpperCase(),
})
