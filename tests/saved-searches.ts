/** What somebody has saved, as many as can be. */
export const savedSearches = [
  '',
  'minAge=22&maxAge=30',
  'division=Sylhet',
  'occupation=Doctor&occupation=Engineer&education=Master&education=Doctorate',
  'district=Sylhet',
  'practice=Devout&children=Two&children=Three+or+more',
  'minAge=64&maxAge=64',
  'gender=Male&district=Bandarban&education=Doctorate',
  'minHeight=75',
  'religion=Islam',
]
