"""First names by which a person is recognised, in the nominative, and names that are words too."""

from typing import Final

from loomem.text.polish_names import FIRST_NAMES as POLISH
from loomem.text.stopwords import words

ENGLISH: Final = words("""
    Aaron Abby Abigail Abraham Adele Adrian Agnes Ahmed Aisha Alan Albert Alec Alejandro Alex
    Alexander Alexandra Alexis Alfred Ali Alice Alicia Alison Allen Allison Alyssa Amanda Amelia Amir
    Amy Ana Anders Andre Andrea Andreas Andrew Andy Angela Angelina Anita Ann Anna Anne Annie
    Anthony Antonio Ariana Arnold Arthur Arun Ashley Astrid Audrey Ava Barbara Barry Beatrice Becky
    Ben Benjamin Bernard Beth Bethany Betty Beverly Bill Billy Bjorn Bob Bobby Brad Bradley Brandon
    Brenda Brendan Brett Brian Brianna Bridget Bruce Bryan Bryce Caitlin Calvin Cameron Camila
    Camille Carl Carla Carlos Carmen Carol Caroline Carolyn Carrie Casey Cassandra Catherine Cathy
    Cecilia Celia Chad Charles Charlie Charlotte Chelsea Cheryl Chloe Chris Christian Christina
    Christine Christopher Cindy Claire Clara Clark Claudia Clifford Clive Cody Colin Colleen Connor
    Corey Courtney Craig Curtis Cynthia Daisy Damian Dan Daniel Daniela Danielle Danny Darren Dave
    David Dawn Dean Debbie Deborah Declan Denise Dennis Derek Diana Diane Diego Dimitri Dominic Don
    Donald Donna Doris Dorothy Doug Douglas Duncan Dustin Dwight Dylan Edgar Edith Edward Edwin
    Eileen Elaine Eleanor Elena Eli Elias Elijah Elizabeth Ella Ellen Elliot Elsa Emilia Emily Emma
    Eric Erica Erik Erin Ernest Ethan Eugene Eva Evan Evelyn Faith Fatima Felicia Felix Fernando
    Fiona Florence Frances Francesca Francis Francisco Frank Franklin Fred Freddie Frederick Gabriel
    Gabriella Gail Gareth Gary Gavin Gemma Geoff Geoffrey George Georgina Gerald Gerard Gina Giovanni
    Giulia Glen Glenn Gloria Gordon Grace Graham Greg Gregory Greta Guy Gwen Hannah Hans Harold
    Harriet Harry Harvey Hassan Hazel Heather Heidi Helen Helena Henry Herbert Holly Howard Hugh Hugo
    Ian Ibrahim Igor Ingrid Irene Iris Isaac Isabel Isabella Ivan Ivy Jack Jackie Jacob Jacqueline
    Jade Jake James Jamie Jan Jane Janet Janice Jared Jasmine Jason Javier Jay Jean Jeff Jeffrey Jen
    Jenna Jennifer Jenny Jeremy Jerome Jerry Jesse Jessica Jill Jim Jimmy Joan Joanna Joanne Joe Joel
    Johan Johannes John Johnny Jon Jonas Jonathan Jordan Jorge Jose Joseph Josh Joshua Joy Joyce Juan
    Judith Judy Julia Julian Julie Juliet Jurgen Justin Kaitlyn Karen Karim Karl Kate Katherine
    Kathleen Kathryn Kathy Katie Kay Keith Kelly Ken Kenneth Kenji Kerry Kevin Khalid Kim Kimberly
    Kirsten Klaus Kristen Kristin Kyle Lara Larry Lars Laura Lauren Laurie Lawrence Leah Lee Lena Leo
    Leon Leonard Leslie Lewis Liam Lily Linda Lindsay Lisa Liz Lloyd Logan Lois Lola Lorenzo Lorraine
    Louis Louise Luca Lucas Lucia Lucy Luis Luke Lydia Lynn Mabel Mackenzie Madeleine Madison Maggie
    Malcolm Mandy Manuel Marc Marco Marcus Margaret Maria Marie Marilyn Mario Marion Marisa Mark
    Marlene Marsha Martha Martin Marvin Mary Mateo Matt Matteo Matthew Maureen Maurice Max Maya Megan
    Meghan Mei Melanie Melinda Melissa Melody Mercedes Mia Michael Michelle Miguel Mike Mila Miles
    Mindy Miranda Miriam Mitchell Mohamed Mohammed Molly Monica Morgan Muhammad Nadia Nancy Naomi
    Natalie Natasha Nathan Neha Neil Nelson Nicholas Nick Nicola Nicolas Nicole Nigel Nikita Nikolai
    Nina Noah Noel Nora Norman Nour Olga Oliver Olivia Omar Oscar Owen Pablo Pam Pamela Pat Patricia
    Patrick Paul Paula Pauline Pedro Peggy Penelope Penny Percy Pete Peter Phil Philip Phillip
    Phoebe Phyllis Pierre Pietro Polly Poppy Preston Priya Quentin Rachel Rafael Raj Rajesh Ralph
    Ramona Randy Ravi Ray Raymond Rebecca Regina Reginald Renee Rhonda Ricardo Richard Rick Ricky Rita
    Rob Robert Roberta Roberto Robin Robyn Rodney Roger Roland Roman Ron Ronald Ronnie Rosa Rosalind
    Rose Rosemary Rosie Ross Roxanne Roy Rupert Ruby Russell Ruth Ryan Sabrina Sally Sam Samantha Samir
    Samuel Sandra Sandy Sanjay Sara Sarah Scott Sean Sebastian Sergei Sergio Seth Shane Shannon Sharon
    Shaun Shawn Sheila Shelby Shelley Shirley Sidney Simon Simone Sofia Sonia Sophia Sophie Spencer
    Stacey Stacy Stan Stanley Stefan Stella Stephanie Stephen Steve Steven Stewart Stuart Sue Susan
    Susanna Susie Suzanne Sven Svetlana Sylvia Tamara Tammy Tanya Tara Tatiana Taylor Ted Terence
    Teresa Terry Tess Theo Theodore Theresa Thomas Tiffany Tim Timothy Tina Toby Todd Tom Tommy Toni
    Tony Tracy Travis Trevor Tristan Troy Tyler Ursula Valentina Valerie Vanessa Vera Vernon Veronica
    Victor Vijay Vincent Viola Violet Virginia Vivian Vladimir Wade Walter Wanda Warren Wayne Wei
    Wendy Wesley Wilfred Will William Willie Wilma Winston Wyatt Xavier Yasmin Yolanda Yosef Youssef
    Yuki Yuri Yusuf Yvette Yvonne Zachary Zack Zara Zoe Zoey
    """)

ALL: Final = ENGLISH | POLISH

WORDS_TOO: Final = words("""
    Art Bill Chad Chelsea Clark Dan Dawn Daisy Dean Don Faith Florence Frank Gene Grace Guy
    Gail Hazel Heather Holly Hope Iris Ivy Jack Jade Jasmine Jay Jean Jordan Joy Kay Lee Lily Mark
    Max Mercedes Miles Morgan Page Pat Penny Polly Poppy Ray Rob Robin Rose Ruby Jan Roman Sandy Scott Sue
    Taylor Troy Violet Virginia Wade Will Mati Mila Róża Jaś Kosma Pola Ula Wera
    Mei Wei Madison Stan Staś Kalina Jagoda
    Nice Rick Pam Jagody Bronek
    """)
"""Names that are words, places or products as well; at the beginning of a sentence they need a
verb that goes with people, or a surname.
"""
