export { FailureNotice, RefusalNotice, useAttempt } from './attempt.tsx'
export { CodeField } from './code-field.tsx'
export {
  CurrentPasswordField,
  EmailField,
  emailError,
  NameField,
  NewPasswordField,
  newPasswordError,
  newPasswordRefusals,
} from './fields.tsx'
