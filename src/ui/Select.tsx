import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import type { ComponentPropsWithRef, KeyboardEvent } from 'react'
import { ChosenOption, dropdownClasses, OptionLabel, optionClasses } from './DropdownParts.tsx'
import { Field, type FieldText, labelIdOf, splitField } from './Field.tsx'
import { Floating } from './Floating.tsx'
import { joined } from './look.ts'

export type OptionValue = string | number | null
export type SelectOption<Value extends OptionValue> = { value: Value; label: string }

type SelectProps<Value extends OptionValue> = FieldText & {
  value: Value
  options: ReadonlyArray<SelectOption<Value>>
  onChange: (value: Value) => void
  disabled?: boolean
  required?: boolean
  placeholder?: string
  /** Id of a text elsewhere that is part of the description. */
  describedBy?: string
  className?: string
}

/** Headless UI's button opens on Space, but Enter submits the form. */
function openOnEnter(event: KeyboardEvent<HTMLButtonElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
}

type NamedButtonProps = ComponentPropsWithRef<'button'> & {
  labelledBy: string
  describedBy: string | undefined
}

/** Headless UI overwrites both references, with empty ones where it has no label and hint of its own. */
function NamedButton({ labelledBy, describedBy, ...rest }: NamedButtonProps) {
  return <button {...rest} aria-labelledby={labelledBy} aria-describedby={describedBy} />
}

type FloatingListProps = ComponentPropsWithRef<'div'> & { anchorId: string; labelledBy: string }

function FloatingList({ anchorId, labelledBy, ...rest }: FloatingListProps) {
  return (
    <Floating anchorId={anchorId}>
      <div {...rest} role="listbox" aria-labelledby={labelledBy} />
    </Floating>
  )
}

/** A dropdown: button with a listbox. Its name is its label followed by the chosen option. */
export function Select<Value extends OptionValue>(props: SelectProps<Value>) {
  const [field, { value, options, onChange, disabled, placeholder, describedBy }] =
    splitField(props)
  const chosen = options.find((option) => option.value === value)
  return (
    <Field {...field}>
      {(control) => (
        <Listbox value={value} onChange={onChange} disabled={disabled}>
          <ListboxButton
            as={NamedButton}
            id={control.id}
            labelledBy={`${labelIdOf(control.id)} ${control.id}-value`}
            describedBy={joined(control['aria-describedby'], describedBy) || undefined}
            aria-invalid={control['aria-invalid']}
            onKeyDown={openOnEnter}
            className={dropdownClasses}
          >
            <ChosenOption controlId={control.id} label={chosen?.label} placeholder={placeholder} />
          </ListboxButton>
          <ListboxOptions
            as={FloatingList}
            modal={false}
            anchorId={control.id}
            labelledBy={labelIdOf(control.id)}
            className="overflow-y-auto overscroll-contain p-1 outline-none"
          >
            {options.map((option) => (
              <ListboxOption key={option.value} value={option.value} className={optionClasses}>
                <OptionLabel label={option.label} isChosen={option.value === value} />
              </ListboxOption>
            ))}
          </ListboxOptions>
        </Listbox>
      )}
    </Field>
  )
}
