/** Hidden field that names the account to password managers. @param email empty if none is known */
export const PasswordOwner = ({ email = '' }: { email?: string | undefined }) => (
  <input hidden readOnly type="text" name="username" autoComplete="username" value={email} />
)
