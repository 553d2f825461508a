export { FailureNotice, RefusalNotice, useAttempt } from './attempt.tsx'
export { CodeField } from './code-field.tsx'
export { CurrentPasswordField, NewPasswordField, newPasswordError, newPasswordRefusals } from './password-fields.tsx'
export { EmailField, emailError, NameField } from './person-fields.tsx'
