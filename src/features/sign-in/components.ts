export { default as ConfirmSelf } from './confirmation/confirm-self.tsx'
