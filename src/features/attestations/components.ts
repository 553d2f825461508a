export { CheckedByBureau, OwnAttestations } from './checked.tsx'
export { PersonAttestations } from './person-attestations.tsx'
export { attestedWords } from './sentences.tsx'
