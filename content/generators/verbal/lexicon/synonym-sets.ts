import { type Category, category } from './category.ts'

const meaning = (domain: string, word: string, also = '') => ({
  domain,
  also,
  said: `слова, близькі за значенням до слова «${word}»`,
  one: `слово, близьке за значенням до слова «${word}»`,
  rare: true,
})

/** Words of one meaning. Sets of one domain are mentioned together but mean different things. */
export const synonymSets: readonly Category[] = [
  category('brave', meaning('characters', 'сміливий'), 'сміливий, хоробрий, відважний, мужній, безстрашний, звитяжний'),
  category('smart', meaning('characters', 'розумний', 'меткий'), 'розумний, кмітливий, тямущий, мудрий, метикуватий'),
  category(
    'polite',
    meaning('characters', 'ввічливий', 'лагідний, ласкавий'),
    'ввічливий, чемний, ґречний, вихований, поштивий, шанобливий',
  ),
  category('agile', meaning('characters', 'спритний'), 'спритний, моторний, меткий, вправний, проворний'),
  category('strong', meaning('characters', 'сильний', 'мужній'), 'сильний, дужий, міцний, могутній, кремезний'),
  category('stubborn', meaning('characters', 'упертий'), 'упертий, затятий, непоступливий, норовистий, твердолобий'),
  category('generous', meaning('characters', 'добрий'), 'добрий, лагідний, ласкавий, сердечний, милосердний'),
  category('sad', meaning('moods', 'сумний'), 'сумний, журливий, тужливий, смутний, скорботний, невеселий'),
  category('tired', meaning('moods', 'втомлений'), 'втомлений, змучений, зморений, знесилений, виснажений'),
  category('angry', meaning('moods', 'сердитий'), 'сердитий, злий, розгніваний, лютий, роздратований'),
  category(
    'calm',
    meaning('moods', 'спокійний', 'утішений, безжурний'),
    'спокійний, незворушний, урівноважений, витриманий, безтривожний',
  ),
  category('glad', meaning('moods', 'радісний', 'безтривожний'), 'радісний, веселий, щасливий, утішений, безжурний'),
  category(
    'speak',
    meaning('speech', 'говорити', 'сперечатися'),
    'говорити, казати, мовити, балакати, розмовляти, гомоніти',
  ),
  category('shout', meaning('speech', 'кричати', 'голосити, лаятися'), 'кричати, гукати, волати, репетувати, верещати'),
  category(
    'cry',
    meaning('speech', 'плакати', 'волати, репетувати, верещати'),
    'плакати, ридати, рюмсати, голосити, схлипувати',
  ),
  category('quarrel', meaning('speech', 'сваритися', 'кричати'), 'сваритися, лаятися, гризтися, сперечатися, чубитися'),
  category('storm', meaning('weather', 'буря'), 'ураган, шторм, борвій, буревій, тайфун'),
  category('darkness', meaning('weather', 'темрява'), 'темрява, пітьма, морок, тьма, чорнота'),
  category('noise', meaning('weather', 'галас'), 'галас, гамір, шум, ґвалт, лемент, гармидер'),
  category('quick', meaning('qualities', 'швидкий'), 'швидкий, прудкий, хуткий, бистрий, стрімкий, скорий'),
  category(
    'huge',
    meaning('qualities', 'величезний'),
    'величезний, гігантський, колосальний, здоровенний, грандіозний',
  ),
  category('old', meaning('qualities', 'давній'), 'давній, старовинний, древній, предковічний, стародавній'),
  category(
    'famous',
    meaning('qualities', 'відомий'),
    'відомий, знаменитий, славетний, видатний, уславлений, популярний',
  ),
  category('secret', meaning('qualities', 'таємний'), 'таємний, прихований, секретний, потайний, утаєний, захований'),
  category('strange', meaning('qualities', 'дивний'), 'дивний, чудни́й, химерний, незвичайний, чудернацький'),
  category('look', meaning('doings', 'дивитися'), 'дивитися, глядіти, споглядати, зорити, позирати, видивлятися'),
  category('think', meaning('doings', 'думати'), 'думати, міркувати, мислити, гадати, розмірковувати'),
  category('beat', meaning('doings', 'бити'), 'бити, гамселити, лупцювати, дубасити, товкти'),
  category('work', meaning('doings', 'працювати'), 'працювати, трудитися, робити, гарувати, поратися'),
  category('road', meaning('ways', 'шлях'), 'шлях, дорога, путь, гостинець, тракт'),
  category('enemy', meaning('ways', 'ворог'), 'ворог, недруг, супротивник, неприятель, супостат'),
  category('fate', meaning('ways', 'доля'), 'доля, талан, фортуна, фатум, приречення'),
  category('home', meaning('ways', 'оселя'), 'дім, оселя, хата, житло, помешкання'),
]
