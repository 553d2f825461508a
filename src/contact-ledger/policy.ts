/** By which somebody sees a contact (REQUIREMENTS R1). */
export type Right = 'owner' | 'premium' | 'request' | 'administrator'

/** Lists of administrators that can be saved as a file; the reason of a line about such a file is one of these. */
export type ListInFile = 'users' | 'premium requests' | 'contact requests' | 'payments'
