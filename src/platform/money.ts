/** How many minor units make one: 100 cents a dollar, 1 yen a yen. `currency` is an ISO 4217 code. */
export const minorUnits = (currency: string) =>
  10 ** (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2)
