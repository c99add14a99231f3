/** A name in the forms of clues: nominative, after «за», after «між». */
export type Person = { name: string; than: string; between: string; gender: 'm' | 'f' }

const person = (name: string, than: string, between: string, gender: Person['gender']): Person => ({
  name,
  than,
  between,
  gender,
})

export const people: readonly Person[] = [
  person('Олег', 'Олега', 'Олегом', 'm'),
  person('Марта', 'Марту', 'Мартою', 'f'),
  person('Іван', 'Івана', 'Іваном', 'm'),
  person('Софія', 'Софію', 'Софією', 'f'),
  person('Тарас', 'Тараса', 'Тарасом', 'm'),
  person('Дарина', 'Дарину', 'Дариною', 'f'),
  person('Богдан', 'Богдана', 'Богданом', 'm'),
  person('Ніна', 'Ніну', 'Ніною', 'f'),
  person('Павло', 'Павла', 'Павлом', 'm'),
  person('Ганна', 'Ганну', 'Ганною', 'f'),
  person('Юрій', 'Юрія', 'Юрієм', 'm'),
  person('Леся', 'Лесю', 'Лесею', 'f'),
  person('Максим', 'Максима', 'Максимом', 'm'),
  person('Зоряна', 'Зоряну', 'Зоряною', 'f'),
  person('Андрій', 'Андрія', 'Андрієм', 'm'),
  person('Оксана', 'Оксану', 'Оксаною', 'f'),
]
