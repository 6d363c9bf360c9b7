/** Tells a password manager whose password a form has. Seen and read by no person. @param email empty where none is known */
export const PasswordOwner = ({ email = '' }: { email?: string | undefined }) => (
  <input hidden readOnly type="text" name="username" autoComplete="username" value={email} />
)
