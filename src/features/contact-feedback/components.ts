export { FeedbackQuestion } from './feedback-question.tsx'
export { PersonFeedback } from './person-feedback.tsx'
