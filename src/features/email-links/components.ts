export { useSendVerification } from './verify-banner.tsx'
