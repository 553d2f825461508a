/** What one can choose from, as it is stored and sent; what only members read stands in more-options.ts. */
export const choices = {
  gender: ['Male', 'Female'],
  maritalStatus: ['Never married', 'Divorced', 'Widowed'],
  skinColor: ['Fair', 'Medium', 'Brown', 'Dark'],
  occupation: ['Engineer', 'Doctor', 'Teacher', 'Student', 'Job', 'House wife'],
  division: ['Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet', 'Rajshahi'],
} as const
