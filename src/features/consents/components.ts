export { ConsentBox, consentInput } from './consent-fields.tsx'
