import { useState } from 'react'
import { appearanceTexts } from '../../messages/profile.ts'
import { type Appearance, chooseAppearance, textSizes, themes, useAppearance } from '../../ui/appearance.ts'
import { SelectField } from '../../ui/field/select-field.tsx'
import { Text } from '../../ui/text/text.tsx'
import { ProfileSection } from './profile-section.tsx'

/** Light or dark, and how large the text is, in this browser. A choice is seen at once, and needs no button. */
export function AppearanceSection() {
  const appearance = useAppearance()
  const [isKept, setKept] = useState(true)
  const choose = (change: Partial<Appearance>) => setKept(chooseAppearance({ ...appearance, ...change }))
  return (
    <ProfileSection title={appearanceTexts.title}>
      <SelectField
        label={appearanceTexts.theme}
        options={themes.map((value) => ({ value, label: appearanceTexts.themes[value] }))}
        value={appearance.theme}
        onChange={({ target }) => choose({ theme: themes[target.selectedIndex]! })}
      />
      <SelectField
        label={appearanceTexts.textSize}
        options={textSizes.map((value) => ({ value, label: appearanceTexts.textSizes[value] }))}
        value={appearance.textSize}
        onChange={({ target }) => choose({ textSize: textSizes[target.selectedIndex]! })}
      />
      <div role="status">
        <Text tone="soft">{isKept ? appearanceTexts.ofThisBrowser : appearanceTexts.notKept}</Text>
      </div>
    </ProfileSection>
  )
}
