"""Polish first names and their everyday forms, and frequent foreign ones, in the nominative.

A capitalised word at the start of a sentence is taken for a person only where it is one of these.
"""

from typing import Final

_NAMES: Final = """
    Ada Adam Adrian Adrianna Aga Agata Agnieszka Ala Albert Aleks Aleksander Aleksandra Alex
    Alice Alicja Amelia Anastazja Andrzej Ania Anita Anna Antek Anton Antoni Antonina Arek
    Arkadiusz Artur Asia Barbara Bartek Bartosz Bartłomiej Basia Beata Bernard Bianka Blanka
    Bob Bogdan Bogna Bogumiła Bożena Bronek Bruno Błażej Cecylia Celina Cezary Czarek Czesław
    Damian Daniel Danka Danuta Darek Daria Dariusz David Dawid Diana Dmytro Dominik Dominika
    Dorota Edward Edyta Ela Elena Eliza Elżbieta Emil Emilia Emma Eryk Ewa Ewelina Fabian Felek
    Feliks Filip Florian Franciszek Franek Gabriel Gabriela Gabrysia Gosia Grażyna Grzegorz
    Grzesiek Halina Hania Hanna Helena Henryk Hubert Iga Ignacy Igor Ilona Inga Irek Irena
    Ireneusz Irmina Iwo Iwona Iza Izabela Jacek Jadwiga Jagoda Jakub James Jan Janek Janina
    Janusz Jarek Jarosław Jasiek Jaś Joanna Joasia John Jola Jolanta Julia Julian Julita Jurek
    Justyna Józef Kacper Kaja Kalina Kamil Kamila Karol Karolina Kasia Katarzyna Kazimierz
    Kaśka Kinga Klara Klaudia Konrad Kornelia Kosma Krysia Krystian Krystyna Krzysiek Krzysztof
    Krzyś Kuba Laura Lech Lena Leon Leszek Lidia Lila Liliana Lucjan Lucyna Ludwik Maciej
    Maciek Magda Magdalena Maja Maks Maksymilian Marcel Marcelina Marcin Marek Maria Marian
    Marianna Mariola Mariusz Marta Martyna Maryla Marysia Marzena Mateusz Mati Max Małgorzata
    Małgosia Michael Michalina Michał Mikołaj Mila Milena Mirek Mirosław Miłosz Monika Nadia
    Natalia Natasza Nikodem Nina Norbert Oksana Ola Olaf Oleh Olek Olena Olga Oliwia Oliwier
    Oskar Otylia Patrycja Patryk Paula Paulina Paweł Peter Piotr Piotrek Pola Przemek
    Przemysław Radek Radosław Rafał Renata Robert Roksana Roman Rysiek Ryszard Róża Sabina
    Sandra Sara Sarah Sebastian Serhij Seweryn Sonia Stanisław Stanisława Staś Stefan Stefania
    Sylwester Sylwia Szymon Sławek Sławomir Tadek Tadeusz Tamara Tatiana Teresa Tobiasz Tom
    Tomasz Tomek Tosia Tymon Tymoteusz Ula Urszula Wacław Waldek Waldemar Wanda Wera Weronika
    Wiesław Wiesława Wiktor Wiktoria Wiola Wioletta Witek Witold Wojciech Wojtek Władek
    Władysław Włodek Zbigniew Zbyszek Zdzisław Zenon Zofia Zosia Zuza Zuzanna Zuzia Zygmunt
    Łucja Łukasz Żaneta
    """
FIRST_NAMES: Final = frozenset(_NAMES.split())
