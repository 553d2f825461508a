export { FailureNotice, RefusalNotice, useAttempt } from './attempt.tsx'
export { CodeField } from './code-field.tsx'
export { CurrentPasswordField, EmailField, emailError, NameField } from './fields.tsx'
export { NewPasswordField, newPasswordError, newPasswordRefusals, PasswordRules } from './new-password.tsx'
