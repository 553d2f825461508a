/** By which somebody sees a contact (REQUIREMENTS R1). */
export type Right = 'owner' | 'premium' | 'request' | 'administrator'
