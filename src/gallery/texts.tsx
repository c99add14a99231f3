import { check, cross, Icon, mail, menu, phone, write } from '../ui/icons/icon.tsx'
import * as pageDrawings from '../ui/icons/page-drawings.ts'
import { RichText } from '../ui/rich-text/rich-text.tsx'
import { Text, type TextVariant } from '../ui/text.tsx'
import { Specimen, State } from './specimen.tsx'

const variants: TextVariant[] = ['h1', 'h2', 'h3', 'h4', 'subtitle1', 'subtitle2', 'large', 'medium', 'small']
const drawings = Object.entries({ menu, cross, check, phone, mail, write, ...pageDrawings })

/** The nine sizes; the window's width chooses between the narrow and the wide set. */
export function Texts() {
  return (
    <>
      <Specimen title="Тексти" wide>
        {variants.map((variant) => (
          <State key={variant} name={variant}>
            <Text as="p" variant={variant}>
              Щоб їхав ґречний гість: 149 ₴, 95 %
            </Text>
          </State>
        ))}
      </Specimen>
      <Specimen title="Тони">
        {(['ink', 'soft', 'success', 'danger'] as const).map((tone) => (
          <State key={tone} name={`tone="${tone}"`}>
            <Text tone={tone}>Відповідь збережено на сервері</Text>
          </State>
        ))}
      </Specimen>
      <Specimen title="Тексти з сервера" wide>
        <State name="RichText, markup">
          <RichText>{'<h2>Послідовності</h2><p>Який член <b>наступний</b>?</p><ul><li>3, 6, 12</li></ul>'}</RichText>
        </State>
        <State name="RichText, plain">
          <RichText>{'Перший рядок\nі другий.'}</RichText>
        </State>
      </Specimen>
      <Specimen title="Значки">
        {drawings.map(([name, drawing]) => (
          <State key={name} name={name}>
            <Icon drawing={drawing} />
          </State>
        ))}
      </Specimen>
    </>
  )
}
