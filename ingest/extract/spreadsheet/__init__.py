"""Workbooks: .xlsx and .xlsm, .ods, the older .xls and .xlsb, and delimited text. Sheets are sections."""
