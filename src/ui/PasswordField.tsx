import { useState } from 'react'
import { IconButton } from './Button.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

type PasswordFieldProps = TextFieldProps & {
  /** Names of the toggle: while the password is hidden, and while it is shown. */
  toggleLabels: { show: string; hide: string }
}

export function PasswordField({ toggleLabels, ...props }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      inputClassName="pe-12"
      adornment={
        <IconButton
          label={isShown ? toggleLabels.hide : toggleLabels.show}
          icon={isShown ? 'eyeOff' : 'eye'}
          onClick={() => setIsShown(!isShown)}
          className="absolute end-0 top-0 text-ink"
        />
      }
    />
  )
}
