import type { Generated } from 'kysely'
import type { Division, Gender, Occupation, SkinColor } from './contract.ts'

declare module '#src/platform/db/schema.ts' {
  interface Schema {
    biodata: {
      id: string
      number: Generated<number>
      name: string
      gender: Gender
      photoUrl: string | null
      birth: Day
      skinColor: SkinColor
      /** Inches, 37 to 144. */
      height: number
      /** Kilograms. */
      weight: number
      occupation: Occupation
      fatherName: string
      motherName: string
      division: Division
      presentDivision: Division
      partnerAge: number
      partnerHeight: number
      partnerWeight: number
      /** E.164. */
      phone: string
      premium: Kept<boolean>
      createdAt: Created
      updatedAt: Created
    }
    biodataCount: { gender: Kept<Gender>; division: Kept<Division>; month: Kept<Day>; n: Kept<number> }
  }
}
